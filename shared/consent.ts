/** The one line under every public form. Change the version with the words: it is stored as evidence. */
export const consentWording = {
  version: '2026-11',
  text: 'By continuing you agree to receive updates and invitations by e-mail. You can unsubscribe at any time.',
}
