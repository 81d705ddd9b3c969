import { textOf } from '../architecture/read-tree.js';

/** The blocks of code in a language of a document, in their order. */
export const codeBlocks = (path: string, language: string): string[] =>
  [...textOf(path).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );
