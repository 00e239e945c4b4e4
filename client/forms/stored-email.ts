const key = 'videoAccessEmail'

/** Returns the email last used to enter the library. Storage may be disabled. */
export function readStoredEmail(): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeEmail(email: string) {
  try {
    window.localStorage.setItem(key, email)
  } catch {
    // Without storage, the visitor types the address again next time.
  }
}

export function forgetStoredEmail() {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
