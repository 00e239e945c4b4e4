const key = 'videoAccessEmail'

/**
 * Returns the email with which the visitor last entered the video library, from local storage; null if there is
 * none or storage is disabled.
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
    // If local storage is disabled, the visitor types the email again next time.
  }
}

export function forgetStoredEmail() {
  try {
    window.localStorage.removeItem(key)
  } catch {
    // If local storage is disabled, no email is stored.
  }
}
