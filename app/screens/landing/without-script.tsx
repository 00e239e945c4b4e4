/** Said only where scripts are switched off: everything else on the page works without them. */
export function WithoutScript() {
  return (
    <noscript>
      <p className="mb-8 rounded-md border border-line-strong px-5 py-4">
        Registering needs JavaScript. Please switch it on for this site, or open it in another
        browser.
      </p>
    </noscript>
  )
}
