import { defineConfig } from 'oxlint'
import { importRules, restrict } from './import-rules.ts'

const onlyWithHttps = 'Without https browsers have none: see client/api/new-batch-id.ts.'
const environment =
  'Only platform/settings/config.ts reads the environment; everything else is given its settings.'

export default defineConfig({
  plugins: [
    'eslint',
    'typescript',
    'unicorn',
    'oxc',
    'import',
    'node',
    'promise',
    'react',
    'jsx-a11y',
    'vitest',
  ],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['build', 'data', '.*/**', 'tests/support/api-v1-types.ts'],
  rules: {
    ...restrict(),
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'node/no-process-env': 'error',
    'no-restricted-properties': [
      'error',
      { object: 'process', property: 'env', message: environment },
    ],

    eqeqeq: 'error',
    'no-alert': 'error',
    'no-empty': 'error',
    'no-eval': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'react/button-has-type': 'error',
    'react/exhaustive-deps': 'error',
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-definitions': ['error', 'type'],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'fc.assert'] }],
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/prefer-node-protocol': 'error',

    // Disabled, because they report correct code here: a worker's postMessage, a function type written as a
    // method, a cast of JSON.parse, an import of a style sheet.
    'import/no-unassigned-import': 'off',
    'no-underscore-dangle': 'off',
    'promise/always-return': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    ...importRules,
    {
      // A window's postMessage can reach any embedding page, so it must name its target.
      files: ['{app,client}/**', 'features/*/{public,admin}/**'],
      rules: { 'unicorn/require-post-message-target-origin': 'error' },
    },
    {
      // Outside of pages, a function whose name begins with `use` is not a hook.
      files: ['{kernel,schema,platform,main,tests,bench}/**', 'features/*/server/**'],
      rules: { 'react/rules-of-hooks': 'off' },
    },
    {
      files: [
        'platform/settings/config.ts',
        'tests/support/**',
        'tests/e2e/support/**',
        'tests/run.ts',
        '*.config.ts',
      ],
      rules: { 'node/no-process-env': 'off', 'no-restricted-properties': 'off' },
    },
    {
      // Visitors' browsers may lack toSorted (kernel/minimum-browsers.ts), and a local trial may lack https.
      files: [
        'kernel/**',
        'client/**',
        'app/**',
        'features/*/{public,admin}/**',
        'features/*/rules.ts',
      ],
      rules: {
        'unicorn/no-array-sort': 'off',
        'no-restricted-properties': [
          'error',
          { object: 'process', property: 'env', message: environment },
          { object: 'crypto', property: 'randomUUID', message: onlyWithHttps },
          { object: 'crypto', property: 'subtle', message: onlyWithHttps },
          { object: 'navigator', property: 'clipboard', message: 'client/ui/copy-text.ts' },
        ],
      },
    },
    {
      // The tools of these files require default exports.
      files: [
        'app/**',
        'features/*/{public,admin}/**',
        '*.config.ts',
        'tests/e2e/support/prepare.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Playwright infers a fixture's dependencies from its destructuring pattern, which may be empty.
      files: ['tests/e2e/support/journey.ts'],
      rules: { 'no-empty-pattern': 'off' },
    },
  ],
})
