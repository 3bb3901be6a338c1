import { Outlet } from '@tanstack/react-router';

export function Frame() {
  return (
    <main className="content">
      <Outlet />
    </main>
  );
}
