import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/**
 * What many pages share comes in few files: style sheets hold up the first look, and scripts compress better together.
 * A group takes along what its modules import unless a group before it has that.
 */
const shared = [
	// All that a plain page ever loads: nothing of React in it.
	{ name: 'enhance', test: /src\/web\/layout\/enhance\b|vite\/preload-helper/ },
	{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|p-limit|yocto-queue)\// },
	{
		name: 'frame',
		test: /src\/(web\/(layout|ui|session)\/(?!search-|wide-table|room|field|choices|fact-list)|domain\/(links|geography))(?!.*\.(page|layout)\.tsx)/,
	},
	{ name: 'field', test: /src\/web\/ui\/(field|choices)\b/ },
	{ name: 'card', test: /src\/web\/directory\/(office-card|fee-text|place-text)\b/ },
	{
		name: 'list',
		test: /src\/web\/directory\/(area-nav|facets|list-page|office-list|comparison-bar|task-facts|station-choice)\b/,
	},
].map((group, index, all) => ({ ...group, priority: all.length - index }))

export default defineConfig({
	plugins: [reactRouter()],
	build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: { groups: shared } } } } },
		// The server bundle is our own composition; React Router's server build is one import inside it.
		ssr: { build: { rolldownOptions: { input: './src/app.ts' } } },
	},
})
