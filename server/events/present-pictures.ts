type Pictured = { featureImage: string | null; bannerImage: string | null }

/** A public event whose pictures' addresses name their version, so that browsers keep them for good. */
export function presentPictures<Event extends Pictured>(
  event: Event,
  versioned: (address: string) => string,
): Event {
  const { featureImage, bannerImage } = event
  return {
    ...event,
    featureImage: featureImage && versioned(featureImage),
    bannerImage: bannerImage && versioned(bannerImage),
  }
}
