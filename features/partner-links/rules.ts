/** Numbers on a partner's page are multiples of this number, rounded down. */
export const roundedTo = 5

export const roundDown = (number: number) => Math.floor(number / roundedTo) * roundedTo
