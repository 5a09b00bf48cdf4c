import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
	plugins: [reactRouter()],
	build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
	environments: {
		// The server bundle is our own composition; React Router's server build is one import inside it.
		ssr: { build: { rolldownOptions: { input: './src/app.ts' } } },
	},
})
