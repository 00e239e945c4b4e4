/** Whose call it is, as far as a session tells. Specification, "People and access". */
export type Session = {
  id: number
  email: string | null
  isAdmin: boolean
  administratorId: number | null
  hasVideoAccess: boolean
  verifiedAt: Date | null
}
