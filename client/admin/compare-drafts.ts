/** What is compared, shown and taken over as one: a date without its times would be another interview. */
export type DraftPart<Draft> = {
  /** As it is called on the screen; no two parts are called the same. */
  label: string
  show: (draft: Draft) => string
  isSame: (one: Draft, other: Draft) => boolean
  /** `into` with what `from` has of it. */
  take: (from: Draft, into: Draft) => Draft
}

export type Difference = {
  label: string
  before: string
  theirs: string
  /** What this form holds; undefined where only the other one changed it. */
  mine: string | undefined
}

export type ThreeDrafts<Draft> = { before: Draft; theirs: Draft; mine: Draft }

/** What the other administrator changed, part by part, beside what this form would write. */
export function compareDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
) {
  return parts
    .filter((part) => !part.isSame(before, theirs))
    .map((part): Difference => {
      const isMine = !part.isSame(before, mine) && !part.isSame(theirs, mine)
      return {
        label: part.label,
        before: part.show(before),
        theirs: part.show(theirs),
        mine: isMine ? part.show(mine) : undefined,
      }
    })
}

/** Theirs, with what only this form changed, and what it keeps of the parts both changed. */
export function mergeDrafts<Draft>(
  { before, theirs, mine }: ThreeDrafts<Draft>,
  parts: DraftPart<Draft>[],
  keepsMine: (label: string) => boolean,
): Draft {
  return parts
    .filter(
      (part) =>
        !part.isSame(before, mine) && (part.isSame(before, theirs) || keepsMine(part.label)),
    )
    .reduce((merged, part) => part.take(mine, merged), theirs)
}
