import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Style sheets hold up the first look: those that many pages share come as one each instead of a dozen. */
const sharedStyles = [
	{ name: 'frame', test: /src\/web\/(layout|ui)\/.*\.css$/ },
	{ name: 'card', test: /src\/web\/directory\/office-card\.module\.css$/ },
	{
		name: 'list',
		test: /src\/web\/directory\/(area-nav|facets|list-page|office-list|comparison-bar|task-facts|task-text|station-choice)\.module\.css$/,
	},
]

export default defineConfig({
	plugins: [reactRouter()],
	build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedStyles } } } } },
		// The server bundle is our own composition; React Router's server build is one import inside it.
		ssr: { build: { rolldownOptions: { input: './src/app.ts' } } },
	},
})
