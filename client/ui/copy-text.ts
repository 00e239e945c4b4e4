import { showToast } from './toast-store.ts'

/**
 * Copies a text to the clipboard and returns whether that succeeded. Also works without HTTPS, where browsers
 * have no clipboard API.
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    // eslint-disable-next-line no-restricted-properties -- `isSecureContext` is checked above
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    if (isDone) return true
  }
  const holder = document.createElement('textarea')
  const focused = document.activeElement
  holder.value = text
  holder.readOnly = true
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // While a modal dialog is open, elements outside the dialog are inert, and their text cannot be selected.
  const room = document.querySelector('dialog[open]') ?? document.body
  room.append(holder)
  holder.select()
  const isDone = document.execCommand('copy')
  holder.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isDone
}

/**
 * Copies a URL and shows a toast with the description `next`. If copying fails, the toast shows the URL for
 * manual copying.
 */
export async function copyAddress(address: string, next: string): Promise<void> {
  if (await copyText(address)) showToast({ title: 'Link Copied!', description: next })
  else {
    showToast({
      title: 'The link could not be copied',
      description: address,
      duration: 8000,
      isForCopying: true,
    })
  }
}
