import { defineConfig, type OxlintOverride } from 'oxlint'

/**
 * Rooms of the domain: each imports only those before it. The index of `listings` reads the tables of offices and experts
 * by SQL alone; it stands before them because whoever changes them reindexes in the same transaction.
 */
export const rooms = [
	'shared',
	'accounts',
	'plans',
	'developers',
	'geography',
	'taxonomy',
	'calculators',
	'listings',
	'memberships',
	'experts',
	'offices',
	'questions',
	'articles',
	'social',
	'estimates',
	'inquiries',
	'reviews',
	'placements',
	'appointments',
	'cases',
	'documents',
	'funding-diagnosis',
	'billing',
	'pickups',
	'support',
	'moderation',
	'operations',
]

const layers = ['web', 'api', 'jobs', 'http', 'pictures', 'domain', 'platform'] as const
type Layer = (typeof layers)[number]

/** What a layer may import besides itself: `web, api, jobs → http, pictures, domain → platform`. */
const allowed: Record<Layer, Layer[]> = {
	web: ['http', 'pictures', 'domain'],
	api: ['http', 'domain'],
	jobs: ['http', 'domain', 'platform'],
	http: ['domain', 'platform'],
	pictures: ['domain', 'platform'],
	domain: ['platform'],
	platform: [],
}

/** Types of the calls alone, which the browser's side shares. */
const shared = '!**/api/accounts/account-calls.ts'

const forbid = (folders: readonly string[], message: string) => ({
	group: [...folders.map((folder) => `**/${folder}/**`), ...(folders.includes('api') ? [shared] : [])],
	message,
})

/** Overrides of one rule replace each other, so every folder gets one complete list. */
const boundary = (files: string, ...patterns: ReturnType<typeof forbid>[]) => ({
	files: [files],
	rules: { 'no-restricted-imports': ['error', { patterns }] } satisfies OxlintOverride['rules'],
})

const otherLayers = (layer: Layer) =>
	forbid(
		layers.filter((other) => other !== layer && !allowed[layer].includes(other)),
		`${layer} may import only ${[layer, ...allowed[layer]].join(', ')} (docs/architecture.md).`,
	)

export default defineConfig({
	plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
	categories: { correctness: 'error', suspicious: 'error', perf: 'off' },
	rules: {
		'import/no-cycle': ['error', { ignoreTypes: false }],
		'typescript/no-explicit-any': 'error',
		'typescript/no-floating-promises': 'error',
		'typescript/no-misused-promises': 'error',
		'typescript/consistent-type-imports': 'error',
		'no-console': 'error',
		eqeqeq: ['error', 'smart'],
		'react/react-in-jsx-scope': 'off',
		// Loops that await do so because the steps must follow each other.
		'no-await-in-loop': 'off',
		'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
		'unicorn/consistent-function-scoping': 'off',
		'no-shadow': 'off',
		// What crosses a border is parsed by zod; the few assertions left stand where a library's types are too wide.
		'typescript/no-unsafe-type-assertion': 'off',
		// The compiler knows a switch that covers its union.
		'typescript/consistent-return': 'off',
		'import/no-named-as-default-member': 'off',
		'import/default': 'off',
		// React Router's own names on window begin so.
		'no-underscore-dangle': 'off',
		// A caller names the type of what comes back where the library cannot know it.
		'typescript/no-unnecessary-type-parameters': 'off',
		'unicorn/no-array-sort': 'off',
		// A response to a form is shown beside the field; both are told by ids that the rule cannot follow.
		'jsx-a11y/label-has-associated-control': 'off',
		// A drawing is an svg with the role of a picture.
		'jsx-a11y/prefer-tag-over-role': 'off',
	},
	overrides: [
		...layers.filter((layer) => layer !== 'domain').map((layer) => boundary(`src/${layer}/**`, otherLayers(layer))),
		...rooms.map((room, position) =>
			boundary(
				`src/domain/${room}/**`,
				otherLayers('domain'),
				...(position < rooms.length - 1
					? [forbid(rooms.slice(position + 1), `${room} comes before these rooms and may not import them (docs/architecture.md).`)]
					: []),
			),
		),
		{ files: ['src/**'], rules: { complexity: ['error', { max: 20 }] } },
		{ files: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'src/**/*-for-test.ts'], rules: { complexity: 'off' } },
		{
			// Rows of the permission tests share types with their world.
			files: ['test/**'],
			rules: { 'import/no-cycle': ['error', { ignoreTypes: true }] },
		},
		{
			files: [
				'scripts/**',
				'bench/**',
				'drills/**',
				'abuse/run.ts',
				'seed/**',
				'src/server.ts',
				'src/process-run.ts',
				'src/database-start.ts',
				'test/global-setup.ts',
			],
			rules: { 'no-console': 'off' },
		},
	],
	ignorePatterns: ['build', 'data', '.react-router', 'test/fixtures'],
})
