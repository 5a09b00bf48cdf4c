import { expect, test } from 'vitest'
import { activePdfs, ambiguousPdfs, brokenPdfs, lockedPdfs } from './pdf-hostile-for-test.ts'
import { assertPassive } from './pdf-rules.ts'
import { readStructure } from './pdf-structure.ts'
import { RefusedPdf } from './pdf-syntax.ts'

function faultOf(file: Buffer): string {
	try {
		assertPassive(readStructure(file))
		return 'none'
	} catch (error) {
		if (error instanceof RefusedPdf) return error.fault
		throw error
	}
}

test.each(activePdfs)('refuses a PDF with %s', (_name, fault, file) => {
	expect(faultOf(file())).toBe(fault)
})
test.each(lockedPdfs)('refuses a PDF with %s', (_name, fault, file) => {
	expect(faultOf(file())).toBe(fault)
})
test.each(ambiguousPdfs)('refuses a PDF with %s', (_name, fault, file) => {
	expect(faultOf(file())).toBe(fault)
})
test.each(brokenPdfs)('refuses a PDF that is %s', (_name, fault, file) => {
	expect(faultOf(file())).toBe(fault)
})
