let asked = 0;

/** Something is to be shown: what is still on its way is no longer wanted. Tells whether nothing else was asked for since. */
export function ask(): () => boolean {
  const mine = ++asked;
  return () => mine === asked;
}
