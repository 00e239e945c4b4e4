/** An unexpected error while rendering; the server has logged it. */
export function SomethingWentWrong() {
  return (
    <main>
      <title>Something went wrong</title>
      <h1>Something went wrong</h1>
      <p>The fault is on our side. Please load the page again.</p>
      <a href="/">Back to the series</a>
    </main>
  )
}
