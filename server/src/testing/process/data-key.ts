/** `DATA_KEY` of all databases of tests: worlds, commands and processes read the same ones. */
export const DATA_KEY = 'a key of the data of all test worlds';
