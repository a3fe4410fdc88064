// The flat config of ESLint for the page's modules: what ESLint recommends, and that no text becomes markup or script.

const NO_MARKUP = 'texts of models are set as text (dom.js)';

/** @param {any} recommended  @eslint/js's configs.recommended  @param {Record<string, boolean>} browser  globals */
export default (recommended, browser) => [
  recommended,
  {
    files: ['**/*.js'],
    languageOptions: {ecmaVersion: 2022, sourceType: 'module', globals: browser},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      'eqeqeq': 'error', 'no-eval': 'error', 'no-implied-eval': 'error', 'no-new-func': 'error', 'no-var': 'error',
      'prefer-const': 'error', 'no-unused-vars': ['error', {argsIgnorePattern: '^_'}],
      'no-restricted-properties': ['error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map((property) => ({property, message: NO_MARKUP})),
        {object: 'document', property: 'write', message: NO_MARKUP}],
    },
  },
];
