import type { Operator } from '../../lib/api/operator.ts';

/** Name and address of who runs the portal. */
export const Address = ({ operator }: { operator: Operator }) => (
  <address>
    {operator.name}
    <br />
    {operator.street}
    <br />
    {operator.city}
    <br />
    {operator.country}
    <br />
    E-Mail:{' '}
    <a className="link link-target" href={`mailto:${operator.email}`}>
      {operator.email}
    </a>
  </address>
);
