/** Cantons whose names take an article. */
const WITH_ARTICLE: Record<string, string> = {
  Aargau: 'im',
  Jura: 'im',
  Tessin: 'im',
  Thurgau: 'im',
  Wallis: 'im',
  Waadt: 'in der',
};

export const inCanton = (name: string): string => `${WITH_ARTICLE[name] ?? 'in'} ${name}`;
