/** Kinds of partner links: one counts registrations by their landing page, the other by the `via` parameter of a guest's link. */
export const partnerLinkKinds = ['path', 'via'] as const
