import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		include: ['src/**/*.test.{ts,tsx}', 'abuse/**/*.test.ts', 'seed/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['test/global-setup.ts'],
		// Two cores and one database: more workers would only wait for each other.
		maxWorkers: 2,
		// Against hangs, not against slowness: other processes may keep the machine busy.
		testTimeout: 90_000,
		hookTimeout: 180_000,
	},
})
