import { defineConfig, devices } from '@playwright/test'
import { prepareBrowser } from './scripts/browser/prepare.ts'

const browser = await prepareBrowser()

/** Journeys through the whole site as `npm start` serves it, on a database of their own. */
export default defineConfig({
	testDir: 'e2e',
	outputDir: 'test-results',
	globalSetup: './e2e/global-setup.ts',
	fullyParallel: true,
	workers: 2,
	forbidOnly: true,
	// A journey that passes at its second try is named at the end as flaky: a defect to mend, but no reason to hold up others.
	retries: 1,
	// Against hangs, not against slowness: other processes may keep the machine busy.
	timeout: 240_000,
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
	use: {
		...devices['Desktop Chrome'],
		// Set by global-setup.ts before the workers read this file.
		...(process.env['E2E_URL'] ? { baseURL: process.env['E2E_URL'] } : {}),
		locale: 'ja-JP',
		timezoneId: 'Asia/Tokyo',
		// The second try of a failed journey has a trace; recording every journey takes a tenth of the time.
		trace: 'on-first-retry',
		screenshot: 'only-on-failure',
		launchOptions: {
			...(browser.executablePath ? { executablePath: browser.executablePath } : {}),
			args: browser.args,
			env: { ...(process.env as Record<string, string>), ...browser.env },
		},
	},
})
