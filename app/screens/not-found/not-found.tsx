/** Specification 2: the 404 page. */
export function NotFound() {
  return (
    <main>
      <title>Page Not Found</title>
      <h1>Page Not Found</h1>
      <a href="/">Back to the series</a>
    </main>
  )
}
