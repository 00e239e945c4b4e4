/** Says that a press was heard, where what it leads to is still on its way: after 80 ms, on quick lines never. */
export function OneMoment() {
  return <p className="heard">One moment…</p>
}
