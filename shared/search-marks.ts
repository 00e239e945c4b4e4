/**
 * Around each word that was found; no transcript holds them. Apart from the contract, whose schemas the library
 * would carry along for two letters.
 */
export const markStart = '\u0002'
export const markEnd = '\u0003'
