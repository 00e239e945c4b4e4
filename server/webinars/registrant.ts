/** Where somebody may stand who is known to a webinar, likeliest first. */
export const registrantStatuses = ['approved', 'pending', 'denied'] as const
export type RegistrantStatus = (typeof registrantStatuses)[number]

export type Registrant = { id: string; joinUrl: string | undefined; status: RegistrantStatus }
export type NewRegistrant = { email: string; firstName: string; lastName: string }
