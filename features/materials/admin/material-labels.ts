import type { AdminMaterial } from '#features/materials/contract.ts'

export const audienceLabels: Record<AdminMaterial['visibleTo'], string> = {
  everybody: 'Everybody',
  registrants: 'Registrants',
  members: 'Library members',
}

export const momentLabels: Record<AdminMaterial['visibleFrom'], string> = {
  now: 'Immediately',
  end: 'End of the event',
}
