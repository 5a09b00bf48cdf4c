import type { Config } from '@react-router/dev/config'

export default {
	appDirectory: 'src/web',
	buildDirectory: 'build',
	serverBuildFile: 'app.js',
	ssr: true,
	// All routes are named in one hashed manifest: no lookups while navigating, nothing for a cache to miss.
	routeDiscovery: { mode: 'initial' },
} satisfies Config
