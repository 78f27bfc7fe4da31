import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { originOf } from './address-key.ts';

const addressKey = (ip: string): string => originOf(ip).key;
const widerNetwork = (ip: string): string | undefined => originOf(ip).network;

describe('the counting key of an address', () => {
  it('is its /64 for IPv6, however it is written', () => {
    const written = [
      '2001:db8:0:1::',
      '2001:db8:0:1::1',
      '2001:DB8:0:1:0:0:0:2',
      '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
      '2001:db8:0:1::192.0.2.1',
      '2001:db8:0:1::1%eth0',
    ];
    for (const ip of written) assert.equal(addressKey(ip), '2001:db8:0:1::/64', ip);
    assert.notEqual(addressKey('2001:db8:0:2::1'), '2001:db8:0:1::/64');
    assert.deepEqual(['::1', '::', 'fe80::1%2'].map(addressKey), [
      '0:0:0:0::/64',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
    ]);
  });

  it('is the address itself for IPv4, also inside IPv6', () => {
    const written = [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '::FFFF:c000:207',
      '0:0:0:0:0:ffff:c000:0207',
      '64:ff9b::192.0.2.7',
    ];
    for (const ip of written) assert.equal(addressKey(ip), '192.0.2.7', ip);
  });

  it('is the text itself when it is no address', () => {
    for (const ip of [
      '',
      'unknown',
      ':',
      '1:2',
      '::1::2',
      '1:2:3:4:5:6:7:8:9',
      '12345::',
      'x::1',
      '1::2:3:4:5:6:7:8',
    ])
      assert.equal(addressKey(ip), ip);
  });

  it('is the same for every address of a /64, and differs for other addresses', () => {
    for (let times = 0; times < 1_000; times += 1) {
      const groups = Array.from(
        randomBytes(16).toString('hex').matchAll(/.{4}/g),
        ([group]) => group,
      );
      groups[0] = '2001';
      const [network, host] = [groups.slice(0, 4), groups.slice(4)];
      const expected = `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
      assert.equal(addressKey([...network, ...host].join(':')), expected);
      assert.equal(addressKey([...network, ...host.toReversed()].join(':')), expected);
    }
  });
});

describe('the wider network of an address', () => {
  it('is the /48 for IPv6', () => {
    for (const ip of ['2001:db8:7::1', '2001:db8:7:ffff::2', '2001:DB8:0007:1::'])
      assert.equal(widerNetwork(ip), '2001:db8:7::/48', ip);
    assert.equal(widerNetwork('2001:db8:8::1'), '2001:db8:8::/48');
  });

  it('does not exist for IPv4 and for text that is no address', () => {
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', 'unknown', ''])
      assert.equal(widerNetwork(ip), undefined, ip);
  });
});
