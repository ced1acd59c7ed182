const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** This machine itself: no certificate, no network, no real customers. */
export function isLoopback({ hostname }: URL): boolean {
	return loopback.test(hostname)
}
