import { expect, test } from 'vitest'
import { signedR2Headers } from '#scripts/ops/r2-bucket.ts'

test('signs as the documented examples of Amazon’s storage do', () => {
	// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
	const access = { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
	const asked = { access, region: 'us-east-1', at: Date.UTC(2013, 4, 24) }
	const get = signedR2Headers({
		...asked,
		method: 'GET',
		url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
		headers: { range: 'bytes=0-9' },
		body: new Uint8Array(),
	})
	expect(get.authorization).toBe(
		'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
	)
	const put = signedR2Headers({
		...asked,
		method: 'PUT',
		url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
		headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
		body: new TextEncoder().encode('Welcome to Amazon S3.'),
	})
	expect(put.authorization).toContain(
		'Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
	)
})
