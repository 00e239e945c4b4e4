/** Confirms a press while its result loads; appears after 80 ms. */
export function OneMoment() {
  return <p className="heard">One moment…</p>
}
