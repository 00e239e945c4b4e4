/** What a partner's link counts: registrations by their landing page, or by the `via` parameter of a guest's link. */
export const partnerLinkKinds = ['path', 'via'] as const
