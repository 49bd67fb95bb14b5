#!/usr/bin/env python3
"""A mail server for tests: smtp-server FOLDER plain|tls|login PID

Takes every mail and writes it to FOLDER/N.eml with its envelope in the first two lines. Listens on
a free port of 127.0.0.1, which it writes to FOLDER/port. With `tls` it wants STARTTLS, with `login`
also the name `flash` and the password `secret` behind it; the certificate is FOLDER/cert.pem with
FOLDER/key.pem. Ends when the folder or the process PID is gone.
"""
import asyncio
import itertools
import os
import ssl
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult

folder = Path(sys.argv[1])
mode = sys.argv[2]
tests = sys.argv[3]
count = itertools.count(1)


class Keeper:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 nobody of that name here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        head = f"{envelope.mail_from}\n{' '.join(envelope.rcpt_tos)}\n".encode()
        part = folder / "part"
        part.write_bytes(head + envelope.original_content)
        part.rename(folder / f"{next(count)}.eml")
        return "250 kept"


def authenticate(server, session, envelope, mechanism, data):
    # Not handled: the server is to say so itself.
    is_right = (data.login, data.password) == (b"flash", b"secret")
    return AuthResult(success=is_right, handled=False)


options = {}
if mode != "plain":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    options = {"tls_context": context, "require_starttls": True}
if mode == "login":
    options |= {"authenticator": authenticate, "auth_required": True}


async def serve():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Keeper(), **options), "127.0.0.1", 0)
    (folder / "part").write_text(str(server.sockets[0].getsockname()[1]))
    (folder / "part").rename(folder / "port")
    while folder.exists() and os.path.exists(f"/proc/{tests}"):
        await asyncio.sleep(0.2)


asyncio.run(serve())
