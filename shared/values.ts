/** The enumerated values of specification 3. */

export const eventStatuses = ['pre_registration', 'upcoming', 'completed'] as const
export type EventStatus = (typeof eventStatuses)[number]

export const registrationTypes = ['pre_registration', 'confirmed'] as const
export type RegistrationType = (typeof registrationTypes)[number]

export const accessTypes = ['page_visit', 'video_watch', 'login'] as const
export type AccessType = (typeof accessTypes)[number]
