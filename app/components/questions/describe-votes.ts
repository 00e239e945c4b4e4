/** `1 vote`, `12 votes` */
export function describeVotes(votes: number): string {
  return votes === 1 ? '1 vote' : `${votes} votes`
}
