/** Says that an e-mail is a part of a longer address, which mixed text cannot be read for. */
export function describeCut(email: string, longer: string): string {
  return `${longer} became ${email}: please check it.`
}
