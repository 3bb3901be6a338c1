export function HomePage() {
  return <h1 className="h1">Home</h1>;
}
