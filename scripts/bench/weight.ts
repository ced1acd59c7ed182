import { gzipSync } from 'node:zlib'

/** Bytes on the wire, compressed as a server does it (P1). */
export function gzipBytes(content: string | Buffer): number {
	return gzipSync(content, { level: 6 }).length
}

export const KB = 1024

/** What the Worker's modules weigh at most, compressed (P10, decision 054). */
export const BUNDLE_CEILING_BYTES = 560 * KB

export function inKb(bytes: number): string {
	return `${(bytes / KB).toFixed(2)} KB`
}
