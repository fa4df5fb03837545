/** API §4 Account. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { optionalText, readBody } from './body.ts';
import { text, whole } from './database.ts';
import { Refusal, missing } from './refusal.ts';
import type { Env, Service } from './service.ts';

export const username = (service: Service): string =>
  service.database.one('SELECT username FROM account', {}, (row) => text(row, 'username')) ?? '';

export const hashPassword = (password: string): string => createHash('sha256').update(password).digest('hex');

export function accountRoutes(service: Service): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/api/account', (c) => {
    const data = service.database.one('SELECT * FROM account', {}, (row) => ({
      id: whole(row, 'id'),
      email: text(row, 'email'),
      username: text(row, 'username'),
      avatar: `${service.address}/picture/user-${whole(row, 'id')}.png`,
      status: text(row, 'status'),
      expires: text(row, 'expires'),
      registered: text(row, 'registered'),
    }));
    if (!data) throw missing('The account');
    return c.json({ error: 0, data });
  });

  app.put('/api/account/update', async (c) => {
    const { body } = await readBody(c);
    const email = optionalText(body, 'email');
    const password = optionalText(body, 'password');
    // The contract does not say which is required; changing nothing can't be meant.
    if (!email && !password) throw new Refusal('An email or a password is required.');
    if (email && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal('The email is not valid.');
    if (password && password.length < 5) throw new Refusal('The password must have at least 5 characters.');
    service.database.run(
      'UPDATE account SET email = coalesce(:email, email), password = coalesce(:password, password)',
      { email: email || null, password: password ? hashPassword(password) : null },
    );
    return c.json({ error: 0, message: 'Account has been successfully updated.' });
  });

  return app;
}
