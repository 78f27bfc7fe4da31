/**
 * Returns markup or styles without the line breaks before indented lines: written element by element,
 * sent as one line. For constants: a text inserted into them could have such line breaks of its own.
 */
export const oneLine = (markup: string): string => markup.replaceAll(/\n +/g, '');
