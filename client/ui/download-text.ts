/** Makes the browser download a text as a file. */
export function downloadText(name: string, text: string, type = 'text/csv') {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoke the URL later, because some browsers read it only after the click handler has ended.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
