import { type Browser, chromium } from '@playwright/test'
import { prepareBrowser } from '../scripts/browser/prepare.ts'

/** The Chromium that the tests use. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
	const prepared = await prepareBrowser()
	return chromium.launch({
		...(prepared.executablePath ? { executablePath: prepared.executablePath } : {}),
		args: [...prepared.args, ...args],
		env: { ...(process.env as Record<string, string>), ...prepared.env },
	})
}
