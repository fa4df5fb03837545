import { describe, expect, it } from 'vitest';
import { cleanAddress, isLocal, originPattern } from '../../../lib/api/base-url.ts';

describe('cleanAddress', () => {
  it.each([
    ['https://links.example', 'https://links.example'],
    ['  https://links.example/ \n', 'https://links.example'],
    ['links.example', 'https://links.example'],
    ['//links.example/', 'https://links.example'],
    ['LINKS.Example:8443', 'https://links.example:8443'],
    ['https://links.example/api', 'https://links.example'],
    ['https://links.example/api/url/add?x=1#y', 'https://links.example'],
    ['https://links.example/sub//api/', 'https://links.example/sub'],
    ['https://links.example/sub/', 'https://links.example/sub'],
    ['https://links.example/user/api', 'https://links.example'],
    ['links.example/sub/user/tools#api', 'https://links.example/sub'],
    ['https://links.example/login', 'https://links.example'],
    ['https://links.example/users', 'https://links.example/users'],
    ['https://links.example/en/developers', 'https://links.example'],
    ['https://links.example/pt-br/developers/#urls', 'https://links.example'],
    ['links.example/sub/developers', 'https://links.example/sub'],
    ['https://links.example/apiary', 'https://links.example/apiary'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000/api', 'http://127.0.0.1:3000'],
    ['https://intranet/', 'https://intranet'],
  ])('%j → %s', (given, address) => {
    expect(cleanAddress(given)).toEqual({ address });
  });

  it.each([
    ['', 'empty'],
    [' \u200b ', 'empty'],
    ['hello', 'not-an-address'],
    ['links example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['http://links.example', 'not-https'],
    ['http://localhost.evil.example', 'not-https'],
    ['http://127.0.0.1.evil.example', 'not-https'],
    // This machine too, but neither the content policy nor a permission can name it.
    ['http://127.8.8.8', 'not-https'],
    ['http://[::1]:80/x', 'not-https'],
    ['ftp://links.example', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://me:pass@links.example', 'credentials'],
    ['me@links.example', 'credentials'],
    ['me:pass@links.example', 'credentials'],
  ])('%j is %s', (given, problem) => expect(cleanAddress(given)).toEqual({ problem }));
});

describe('originPattern', () => {
  it.each([
    ['https://links.example/sub', 'https://links.example/*'],
    ['http://localhost:3000', 'http://localhost/*'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1/*'],
  ])('%s → %s', (address, pattern) => expect(originPattern(address)).toBe(pattern));
});

describe('isLocal', () => {
  it.each([
    ['http://localhost:3000', true],
    ['https://localhost/sub', true],
    ['http://127.0.0.1:3000', true],
    ['HTTP://LocalHost', true],
    ['https://links.example', false],
    ['https://localhost.evil.example', false],
    ['https://127.0.0.1.evil.example', false],
    // In the local network, which can be down.
    ['https://192.168.1.10', false],
    ['http://127.8.8.8', false],
    ['http://[::1]', false],
    // Not connected.
    ['', false],
    ['localhost', false],
  ])('%j: %s', (address, local) => expect(isLocal(address)).toBe(local));
});
