const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether an address leads to this machine itself: no certificate, no line to listen on, no real customers. */
export function isLoopback({ hostname }: URL): boolean {
	return loopback.test(hostname)
}
