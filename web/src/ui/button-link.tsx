/**
 * `<ButtonLink to="/guthaben" variant="secondary" icon={Wallet}>Guthaben aufladen</ButtonLink>`: a
 * link of the application that looks like a button.
 */
import { createLink } from '@tanstack/react-router';
import { ButtonAnchor } from './button-anchor.tsx';

export const ButtonLink = createLink(ButtonAnchor);
