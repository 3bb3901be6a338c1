import './styles/auth-entry.css';
