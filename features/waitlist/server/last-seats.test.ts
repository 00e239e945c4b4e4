import { expect, test } from 'vitest'
import { eventRegistrations } from '#schema/registrations.ts'
import { waitlistEntries } from '#schema/waitlist.ts'
import { appWithSeats } from '#tests/support/seats-stage.ts'

test(
  'of 300 people at once, exactly ten get the last ten seats, and the others wait or are refused',
  { timeout: 120_000 },
  async () => {
    const { register, db, seatsLeft } = await appWithSeats(10)
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        register(`person${number}@example.com`, { waitlist: number % 2 === 0 }),
      ),
    )
    const typesOf = (type: string) =>
      answers.filter(
        ({ status, body }) => status === 200 && body.newRegistrations[0]?.registrationType === type,
      ).length
    expect(typesOf('confirmed')).toBe(10)
    expect(typesOf('waitlisted') + answers.filter(({ status }) => status === 409).length).toBe(290)
    expect(await db.$count(eventRegistrations)).toBe(10)
    expect(await db.$count(waitlistEntries)).toBe(typesOf('waitlisted'))
    expect(await seatsLeft()).toBe(0)
  },
)
