const key = 'videoAccessEmail'

/**
 * The e-mail last used to enter the library. Specification, "Front page"; storage may be switched
 * off.
 */
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
    // Without storage the visitor types the address again next time.
  }
}

export function forgetStoredEmail() {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
