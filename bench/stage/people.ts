/** Returns a registration body; every number is another person. */
export function visitor(number: number, eventId: number) {
  return {
    firstName: 'Thandi',
    lastName: 'Nkosi',
    email: `visitor.${number}@example.com`,
    company: 'Karoo Coffee Roasters',
    jobTitle: 'Founder',
    questions: 'What would you do differently in the first year?',
    receiveUpdates: true,
    receiveEventInvites: true,
    eventIds: [eventId],
  }
}
